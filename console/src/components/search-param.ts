import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** What a page shows, kept in its address: it lasts over a reload, and the address can be shared. */
export function useSearchParam(
  name: string,
): [value: string | undefined, set: (value: string | undefined) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = search[name]
  const set = useCallback(
    (next: string | undefined) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, [name]: next }),
        replace: true,
        resetScroll: false,
      }),
    [name, navigate],
  )
  return [typeof value === 'string' ? value : undefined, set]
}

/** The value where it is one of those that there are. */
export function oneOf<Known extends string>(
  known: readonly Known[],
  value: string | undefined,
): Known | undefined {
  return known.find((each) => each === value)
}
