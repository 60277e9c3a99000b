import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TestClock } from '../../api/schema.ts'
import { isAtWork } from '../../api/test-mode/test-clock.ts'

/**
 * Reloads all data when an advance of the test clock has ended or the work that was due is done, because the work has
 * changed the data.
 */
export function useRefreshAfterAdvance(clock: TestClock | undefined): void {
  const client = useQueryClient()
  const works = clock !== undefined && isAtWork(clock)
  const before = useRef(works)
  useEffect(() => {
    if (before.current && !works) void client.invalidateQueries()
    before.current = works
  }, [client, works])
}
