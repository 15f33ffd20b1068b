import { RelativeTime } from '@/components/Values'

/** Time of the last fetch in milliseconds; 0 before the first. */
export function UpdatedAt({ time }: { time: number }) {
  if (time === 0) return <>Loading the numbers…</>
  return (
    <>
      Numbers read <RelativeTime iso={new Date(time).toISOString()} />
    </>
  )
}
