import { Button, Center, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../languages/text.ts'
import { ProblemAlert } from '../problem/problem-alert.tsx'

interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<{ readonly isFetchNextPageError: boolean; readonly error: unknown }>
}

/**
 * A button that loads the next page of a long list; hidden after the last page. Shows above the button why the page
 * could not be loaded, until the next attempt. The state of the query cannot tell this: a periodic reload of the list
 * replaces it.
 */
export function LoadMore({ query }: { query: Paged }) {
  const [fault, setFault] = useState<unknown>(null)
  if (!query.hasNextPage) {
    // Another list is loading, such as after a change of its filter.
    if (fault !== null) setFault(null)
    return null
  }
  const load = async () => {
    setFault(null)
    const { isFetchNextPageError, error } = await query.fetchNextPage()
    if (isFetchNextPageError) setFault(error)
  }
  return (
    <Stack mt="md">
      <ProblemAlert error={fault} />
      <Center>
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void load()}>
          {t('Load more')}
        </Button>
      </Center>
    </Stack>
  )
}
