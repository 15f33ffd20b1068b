/** A value in the browser's local storage, shared by all tabs. */
export type StoredValue<Value> = {
  get: () => Value
  /** `undefined` removes the value. */
  set: (value: Value | undefined) => void
  subscribe: (listener: () => void) => () => void
}

/** Reads a stored value now and follows its changes. `parse` converts it; it gets `null` if nothing is stored. */
export function storedValue<Value>(
  key: string,
  parse: (stored: unknown) => Value,
  /** A function, because a browser that blocks storage throws an error. */
  storage = () => localStorage,
): StoredValue<Value> {
  const listeners = new Set<() => void>()
  let current = read()

  // Another tab changed it; a `null` key means that the storage was cleared.
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    current = read()
    notify()
  })

  function read(): Value {
    try {
      return parse(JSON.parse(storage().getItem(key) ?? 'null'))
    } catch {
      return parse(null)
    }
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  return {
    get: () => current,
    set: (value) => {
      tryToStore(() => {
        if (value === undefined) storage().removeItem(key)
        else storage().setItem(key, JSON.stringify(value))
      })
      current = value === undefined ? parse(null) : value
      notify()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Changes the browser's storage, unless that is blocked or full: the change is then lost when the page is loaded again. */
export function tryToStore(change: () => void): void {
  try {
    change()
  } catch {
    // Signing in, and every other action, works without it.
  }
}
