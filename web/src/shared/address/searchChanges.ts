export type SearchEdit = (search: URLSearchParams) => URLSearchParams

/** Takes the browser to other parameters; what it returns ends when the browser is there. */
type Go = (search: string, replace: boolean) => void | Promise<void>

type Pending = { search: string; replace: boolean }

/**
 * Changes to the parameters of an address, each made to what the one before it left, whether the screen was drawn
 * meanwhile or not. The router hands out the parameters of its last drawing: of two changes within one moment the
 * second would undo the first.
 */
export class SearchChanges {
  private pending: Pending | undefined

  /** `read` gives the parameters that the browser's address has now. */
  constructor(private readonly read: () => string) {}

  /** `replace` leaves no entry in the browser's history; one change on its way that leaves one is enough. */
  apply(change: SearchEdit, replace: boolean, go: Go): void {
    const before = this.pending
    const next: Pending = {
      search: change(new URLSearchParams(before?.search ?? this.read())).toString(),
      replace: replace && (before?.replace ?? true),
    }
    this.pending = next
    void this.follow(next, go)
  }

  private async follow(next: Pending, go: Go): Promise<void> {
    try {
      await go(next.search, next.replace)
    } finally {
      if (this.pending === next) this.pending = undefined
    }
  }
}
