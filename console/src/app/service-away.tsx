import { Alert, Group, Loader } from '@mantine/core'
import { type InfiniteData, type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useServiceAway } from '../api/use-service-away.ts'
import { t } from '../languages/text.ts'
import classes from './service-away.module.css'

/**
 * Returns whether a query holds several pages of records, which would all be loaded again one after the other. New
 * records are loaded by a query of their own.
 */
function hasManyRecords({ queryKey: [kind], state }: Query): boolean {
  if (kind !== 'records' && kind !== 'record-search') return false
  return ((state.data as InfiniteData<unknown> | undefined)?.pages.length ?? 0) > 1
}

/** Returns whether a query has started a rehearsal. Another load would start a second rehearsal in its place. */
function hasStartedRehearsal({ queryKey: [kind, action], state }: Query): boolean {
  return kind === 'rehearsals' && action === 'started' && state.data !== undefined
}

/**
 * Says on every page that the service does not answer. When it answers again, the page loads its data again and
 * continues; forms keep their content.
 */
export function ServiceAway() {
  const isAway = useServiceAway()
  const client = useQueryClient()
  const wasAway = useRef(false)
  useEffect(() => {
    if (wasAway.current && !isAway)
      void client.invalidateQueries({
        predicate: (query) => !hasManyRecords(query) && !hasStartedRehearsal(query),
      })
    wasAway.current = isAway
  }, [client, isAway])
  return (
    <div className={classes['away']} role="status">
      {isAway && (
        <Alert color="yellow" variant="filled" p="sm">
          <Group gap="sm" wrap="nowrap">
            <Loader size="xs" color="currentColor" aria-hidden />
            {t(
              'Spindle does not answer. The page tries again every second and then continues. Text that you typed is kept.',
            )}
          </Group>
        </Alert>
      )}
    </div>
  )
}
