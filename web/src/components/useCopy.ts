import { useEffect, useRef, useState } from 'react'
import { DELAY } from '@/util/constants'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { copyText } from './clipboard'

/** Copies text and shows a toast; `copied` is true for a moment afterwards. */
export function useCopy() {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (text: string) => {
    if (!(await copyText(text))) {
      toast.error(ERROR.copy)
      return
    }
    toast.success(SUCCESS.copied)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), DELAY.copiedMarker)
  }
  return { copied, copy }
}
