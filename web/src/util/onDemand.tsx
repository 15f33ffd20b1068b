import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * Delay before a file is requested that was not needed until then: after the screen's own files, also on a slow line. When it is
 * needed, the server may be unreachable, or an update may have removed the file.
 */
const IN_ADVANCE_MS = 10_000

/** Delay before a file that could not be loaded is requested again. */
const RETRY_MS = 2_000

type OnDemand<Props> = {
  /** Requests the file if the component is needed, and returns whether it has loaded. */
  useLoaded: (isNeeded: boolean) => boolean
  /** The component; nothing until its file has loaded. */
  Loaded: ComponentType<Props>
}

/**
 * Loads a component when it is needed, or a moment after its screen has loaded. Unlike with `lazy`, a file that cannot be loaded is
 * requested again and does not crash the page: without a connection, the page must stay and the error must appear.
 */
export function loadOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined
  const request = async () => (loaded ??= await load())
  setTimeout(() => void request().catch(() => undefined), IN_ADVANCE_MS)
  function useLoaded(isNeeded: boolean) {
    const [isLoaded, setLoaded] = useState(() => loaded !== undefined)
    useEffect(() => {
      if (isLoaded || !isNeeded) return
      let unmounted = false
      const attempt = async () => {
        try {
          await request()
          setLoaded(true)
        } catch {
          if (!unmounted) timer = setTimeout(() => void attempt(), RETRY_MS)
        }
      }
      // After the calls of the same screen: a browser sends six requests at a time, and the numbers of the screen come first.
      let timer = setTimeout(() => void attempt())
      return () => {
        unmounted = true
        clearTimeout(timer)
      }
    }, [isLoaded, isNeeded])
    return isLoaded
  }
  function Loaded(props: Props) {
    const [Component] = useState(() => loaded)
    return Component && <Component {...props} />
  }
  return { useLoaded, Loaded }
}

/** Returns a component that shows `fallback`, or nothing, until its file has loaded, which is requested when it is first rendered. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> {
  const { useLoaded, Loaded } = loadOnDemand(load)
  return function OnDemand(props: Props) {
    return useLoaded(true) ? <Loaded {...props} /> : fallback
  }
}

type DialogProps = { opened: boolean }

/** Like `onDemand`, for a dialog: its file is requested when it is first opened, and it stays mounted while it closes. */
export function dialogOnDemand<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog = onDemand(async () => withOpening(await load()))
  return function DialogOnDemand(props: Props) {
    const [needed, setNeeded] = useState(props.opened)
    if (props.opened && !needed) setNeeded(true)
    return needed && <Dialog {...props} />
  }
}

/**
 * Mounts a dialog closed, and opens it after that. One that is mounted open does not fade in, nor return the focus when it closes; nor
 * does one that is opened in the same task: its content would get the focus before the dialog has stored what had it.
 */
function withOpening<Props extends DialogProps>(Dialog: ComponentType<Props>): ComponentType<Props> {
  return function Opening(props: Props) {
    const [mounted, setMounted] = useState(false)
    useEffect(() => {
      const timer = setTimeout(() => setMounted(true))
      return () => clearTimeout(timer)
    }, [])
    return <Dialog {...props} opened={mounted && props.opened} />
  }
}
