import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TestClock } from '../../api/schema.ts'

/** Reads all lists again when the test clock has reached its target, because what they show has happened since. */
export function useRefreshAfterAdvance(state: TestClock['state'] | undefined): void {
  const client = useQueryClient()
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'advancing' && state === 'idle') void client.invalidateQueries()
    before.current = state
  }, [client, state])
}
