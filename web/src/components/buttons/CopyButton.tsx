import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { DELAY } from '@/util/constants'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'

type Props = { value: string; label: string }

/** Copies a value; a check mark confirms it for a moment. */
export function CopyButton({ value, label }: Props) {
  const { copied, copy } = useCopy()
  const Icon = copied ? IconCheck : IconCopy
  return (
    <ActionIcon
      variant="subtle"
      color={copied ? 'green' : 'gray'}
      size={32}
      aria-label={label}
      data-tip={label}
      data-copied={copied || undefined}
      onClick={() => void copy(value)}
    >
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  )
}

/** Copies text and shows a toast; `copied` is true for a moment afterwards. */
export function useCopy() {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (text: string) => {
    if (!(await copyText(text))) {
      toast.error(ERROR.copy)
      return
    }
    toast.success(SUCCESS.copied)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), DELAY.copiedMarker)
  }
  return { copied, copy }
}

/** Copies text and returns whether that succeeded. The Clipboard API exists only over HTTPS and on localhost. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Copies without the Clipboard API, so also over plain HTTP in a local network. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Placed inside an open dialog, whose focus trap would otherwise take the selection away.
  const place = document.activeElement?.closest('[role="dialog"]') ?? document.body
  const focused = document.activeElement
  place.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
