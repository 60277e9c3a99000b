import { useState } from 'react'

/**
 * Returns the text in the field of a filter, and a function that sets it. The text begins as the applied filter, and
 * again whenever another filter is applied, such as by a link to the page without filters.
 */
export function useTypedText(applied: string): [text: string, setText: (text: string) => void] {
  const [typed, setTyped] = useState({ applied, text: applied })
  if (typed.applied !== applied) setTyped({ applied, text: applied })
  return [typed.text, (text) => setTyped({ applied, text })]
}
