export type Platform = 'instagram' | 'tiktok'

const KINDS = { instagram: 'InstagramAccount', tiktok: 'TikTokAccount' }

/** An account as its tenant writes it, under any name that an object may have. */
export function account(platform: Platform, namespace: string, username: string, spec: object = {}): object {
  return {
    apiVersion: 'clipmeter.io/v1alpha1',
    kind: KINDS[platform],
    metadata: { name: objectName(username), namespace },
    spec: { username, ...spec },
  }
}

export function video(namespace: string, name: string, url: string): object {
  return {
    apiVersion: 'clipmeter.io/v1alpha1',
    kind: 'TikTokVideo',
    metadata: { name, namespace },
    spec: { url },
  }
}

/** Usernames have dots and underscores at places where names of objects have none. */
export function objectName(username: string): string {
  return username.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
}
