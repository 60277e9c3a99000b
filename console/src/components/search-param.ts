import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The parameters in the URL of a page. */
export type Search = Readonly<Record<string, unknown>>

/** Keeps a value as a parameter in the URL of the page, so that it survives a reload and can be shared. */
export function useSearchParam(
  name: string,
): [value: string | undefined, set: (value: string | undefined) => void] {
  const search: Search = useSearch({ strict: false })
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

/** Returns a text, such as a URL parameter, if it is one of the known values; undefined otherwise. */
export function oneOf<Known extends string>(
  known: readonly Known[],
  value: string | undefined,
): Known | undefined {
  return known.find((each) => each === value)
}
