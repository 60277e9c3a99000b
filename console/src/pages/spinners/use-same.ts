import { useMemo } from 'react'
import { canonical } from './steps/step-draft.ts'

/** The same object as long as the same is in it. */
export function useSame<Value>(value: Value): Value {
  const text = value === undefined ? undefined : canonical(value)
  return useMemo(() => (text === undefined ? undefined : JSON.parse(text)) as Value, [text])
}
