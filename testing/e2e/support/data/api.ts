export type Credentials = { username: string; password: string }
type Session = { user: Record<string, unknown>; token: string }

/** The HTTP API as a signed-in user, for preparations and checks beside the browser. */
export class Api {
  private constructor(
    private readonly base: string,
    readonly session: Session,
  ) {}

  static async signIn(base: string, { username, password }: Credentials): Promise<Api> {
    const { user, access_token } = await call<{ user: Session['user']; access_token: string }>(
      new Request(`${base}/api/auth/login`, json('POST', { username, password })),
    )
    return new Api(base, { user, token: access_token })
  }

  /** Signs in on first use, and again after a test has ended the previous sign-in. */
  static keepSignedIn(base: string, credentials: Credentials): () => Promise<Api> {
    let kept: Api | undefined
    return async () => {
      const isValid = await kept?.get('/api/auth/me').then(
        () => true,
        () => false,
      )
      return (kept = kept && isValid ? kept : await Api.signIn(base, credentials))
    }
  }

  get<Body>(path: string): Promise<Body> {
    return this.send(path, {})
  }

  post<Body>(path: string, body: unknown): Promise<Body> {
    return this.send(path, json('POST', body))
  }

  put<Body>(path: string, body: unknown): Promise<Body> {
    return this.send(path, json('PUT', body))
  }

  patch<Body>(path: string, body: unknown): Promise<Body> {
    return this.send(path, json('PATCH', body))
  }

  delete<Body>(path: string): Promise<Body> {
    return this.send(path, { method: 'DELETE' })
  }

  private send<Body>(path: string, init: RequestInit): Promise<Body> {
    const request = new Request(`${this.base}${path}`, init)
    request.headers.set('authorization', `Bearer ${this.session.token}`)
    return call(request)
  }
}

function json(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

async function call<Body>(request: Request): Promise<Body> {
  const response = await fetch(request)
  if (!response.ok)
    throw new Error(`${request.method} ${request.url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}
