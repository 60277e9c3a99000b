import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProblemAlert } from '../problem/problem-alert.tsx'
import { ListSkeleton } from './skeletons.tsx'

/** Shows the state of a query: a skeleton while it loads, its problem if it failed, or the data. */
export function Loaded<Data>({
  query,
  skeleton,
  children,
}: {
  query: UseQueryResult<Data>
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  return <NotLoaded query={query} skeleton={skeleton} />
}

/** Shows the state of a query without data: its problem if it failed, or else a skeleton. */
export function NotLoaded({
  query,
  rows = 4,
  skeleton,
}: {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>
  /** The number of rows of the skeleton, unless another one is given. */
  rows?: number
  skeleton?: ReactNode
}) {
  if (query.isError) return <ProblemAlert error={query.error} retry={query.refetch} />
  return skeleton ?? <ListSkeleton rows={rows} />
}
