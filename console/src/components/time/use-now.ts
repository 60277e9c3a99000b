import { useEffect, useState } from 'react'
import { presentTime } from '../../api/test-mode/present-time.ts'

/** Returns the present time in ms. Updates it every second while `active` is true. */
export function useNow(active: boolean): number {
  const [now, setNow] = useState(presentTime)
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => setNow(presentTime()), 1_000)
    return () => clearInterval(timer)
  }, [active])
  return now
}
