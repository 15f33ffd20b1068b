import type { Locator } from '@playwright/test'

/** Drops a text file on an element, as a file manager does. */
export async function dropFile(target: Locator, name: string, text: string): Promise<void> {
  const files = await target.page().evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], fileName, { type: 'text/plain' }))
      return transfer
    },
    [name, text] as const,
  )
  await target.dispatchEvent('drop', { dataTransfer: files })
}
