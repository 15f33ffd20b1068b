import { RelativeTime } from '@/shared/ui/RelativeTime'

/** When the numbers on screen were read, in milliseconds; 0 before they were. */
export function UpdatedAt({ time }: { time: number }) {
  if (time === 0) return <>Reading the numbers…</>
  return (
    <>
      Numbers read <RelativeTime iso={new Date(time).toISOString()} />
    </>
  )
}
