import { Button, Center } from '@mantine/core'

interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

/** A button that loads the next page of a long list; hidden after the last page. */
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
