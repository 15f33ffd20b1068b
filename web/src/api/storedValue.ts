/** A value in the browser's local storage, shared by all tabs. */
type StoredValue<Value> = {
  get: () => Value
  /** `undefined` removes the value. */
  set: (value: Value | undefined) => void
  subscribe: (listener: () => void) => () => void
}

/** `parse` converts the stored value, which is `null` if there is none. */
export function storedValue<Value>(key: string, parse: (stored: unknown) => Value): StoredValue<Value> {
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
      return parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
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
      if (value === undefined) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(value))
      current = value === undefined ? parse(null) : value
      notify()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
