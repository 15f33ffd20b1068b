import { setNonce } from 'get-nonce'

type TrustedTypes = {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown
}

/** Returns the nonce that the server set in this page. The Content Security Policy requires it on style elements that components add. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/**
 * Sets the page's only Trusted Types policy. Mantine writes the text of its style elements through `innerHTML`, which the browser
 * blocks otherwise. Text without `<` cannot create an element, so no executable content gets through.
 */
export function trustMarkupFreeText(trustedTypes: TrustedTypes): void {
  trustedTypes.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  })
}

// Imported before any module that adds styles. Browsers without Trusted Types need no policy.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
if (trustedTypes) trustMarkupFreeText(trustedTypes)

// Dialogs lock the page behind them with a style element from another library, which does not get its nonce from Mantine.
if (typeof document !== 'undefined') setNonce(styleNonce())
