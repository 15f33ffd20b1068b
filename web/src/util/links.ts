/** A URL from collected data, or undefined if its scheme could execute code in the page. */
export function safeHref(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}
