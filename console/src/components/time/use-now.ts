import { useEffect, useState } from 'react'
import { presentTime } from '../../api/test-mode/present-time.ts'

/** The present moment, updated each second while a page shows a time that runs. */
export function useNow(active: boolean): number {
  const [now, setNow] = useState(presentTime)
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => setNow(presentTime()), 1_000)
    return () => clearInterval(timer)
  }, [active])
  return now
}
