import { Button, Center } from '@mantine/core'

interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

/** Loads the next page of a long list. */
export function LoadMore({ query }: { query: Paged }) {
  if (!query.hasNextPage) return null
  return (
    <Center mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Load more
      </Button>
    </Center>
  )
}
