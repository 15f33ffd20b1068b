import { setNonce } from 'get-nonce'

type TrustedTypes = {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown
}

/** The nonce that the server put into this page. Style elements that components add need it (Content Security Policy). */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/**
 * Sets the one Trusted Types policy of the page. Mantine writes the text of its style elements through `innerHTML`, which the browser
 * refuses otherwise. Text without `<` makes no element, so nothing that could run gets through.
 */
export function trustMarkupFreeText(trustedTypes: TrustedTypes): void {
  trustedTypes.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  })
}

// Imported before anything that adds styles. Browsers without Trusted Types do not ask for a policy.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
if (trustedTypes) trustMarkupFreeText(trustedTypes)
// Dialogs lock the page behind them with a style element of a library that does not ask Mantine.
if (typeof document !== 'undefined') setNonce(styleNonce())
