import { useMemo } from 'react'
import { canonical } from '../../components/settings/canonical.ts'

/** Returns the same object as long as its content is equal, so that React effects do not run again. */
export function useStableValue<Value>(value: Value): Value {
  const text = value === undefined ? undefined : canonical(value)
  return useMemo(() => (text === undefined ? undefined : JSON.parse(text)) as Value, [text])
}
