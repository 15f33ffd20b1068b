/** A value that this browser keeps, the same in all its tabs. */
type StoredValue<Value> = {
  get: () => Value
  /** `undefined` takes it out of the browser. */
  set: (value: Value | undefined) => void
  subscribe: (listener: () => void) => () => void
}

/** `parse` makes a value of whatever is found in the browser, `null` when nothing is. */
export function storedValue<Value>(key: string, parse: (stored: unknown) => Value): StoredValue<Value> {
  const listeners = new Set<() => void>()
  let current = read()

  // Another tab changed it; a key of `null` says that it emptied everything.
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
