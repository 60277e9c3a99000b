import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function that changes some fields of the latest edited step. It stays the same function, so that the other
 * fields of the step are not drawn again for each key, and callbacks that live longer never write an old step.
 */
export function usePatch<Draft>(
  step: Draft,
  onChange: (step: Draft) => void,
): (change: Partial<Draft>) => void {
  const latest = useRef({ step, onChange })
  useLayoutEffect(() => {
    latest.current = { step, onChange }
  })
  return useCallback((change: Partial<Draft>) => {
    const now = latest.current
    now.onChange({ ...now.step, ...change })
  }, [])
}
