export type Platform = 'instagram' | 'tiktok'

const KINDS = { instagram: 'InstagramAccount', tiktok: 'TikTokAccount' }

/** An account resource as a tenant writes it, with any valid object name. */
export function account(platform: Platform, namespace: string, username: string, spec: object = {}): object {
  return {
    apiVersion: 'clipmeter.io/v1beta1',
    kind: KINDS[platform],
    metadata: { name: objectName(username), namespace },
    spec: { username, ...spec },
  }
}

export function video(namespace: string, name: string, url: string): object {
  return {
    apiVersion: 'clipmeter.io/v1beta1',
    kind: 'TikTokVideo',
    metadata: { name, namespace },
    spec: { url },
  }
}

/** Converts a username to an object name: usernames may have dots and underscores where object names may not. */
export function objectName(username: string): string {
  return username.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
}
