import { Alert, Code, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { runtimeQuery } from '../../api/job/runtime.ts'

/** Warns if no worker is running, and says how to start one. */
export function RuntimeAlert() {
  const runtime = useQuery({ ...runtimeQuery, refetchInterval: 2_000 })
  if (runtime.data === undefined || runtime.data.workers.length > 0) return null
  return (
    <Alert
      mb="lg"
      color="yellow"
      icon={<Unplug aria-hidden />}
      title="No worker process is running"
      role="status"
    >
      <Text size="sm">Nothing is sent until the operator of this service starts a worker:</Text>
      <List size="sm" mt={4}>
        <List.Item>
          <Code>npm run worker</Code> starts a worker beside a separate API, with the same{' '}
          <Code>DATABASE_URL</Code>. You can start several workers.
        </List.Item>
        <List.Item>
          <Code>npm start</Code> starts the API and a worker in one process.
        </List.Item>
      </List>
    </Alert>
  )
}
