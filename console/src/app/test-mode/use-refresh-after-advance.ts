import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TestClock } from '../../api/schema.ts'

/** Reloads all data when an advance of the test clock has ended, because the due work has changed it. */
export function useRefreshAfterAdvance(status: TestClock['status'] | undefined): void {
  const client = useQueryClient()
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'advancing' && status === 'idle') void client.invalidateQueries()
    before.current = status
  }, [client, status])
}
