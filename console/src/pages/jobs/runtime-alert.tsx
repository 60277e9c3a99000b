import { Alert, Code, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { runtimeQuery } from '../../api/job/runtime.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'

/** Warns if no worker is running, and says how to start one. */
export function RuntimeAlert() {
  const runtime = useQuery({ ...runtimeQuery, refetchInterval: 2_000 })
  if (runtime.data === undefined || runtime.data.workers.length > 0) return null
  return (
    <Alert
      mb="lg"
      color="yellow"
      icon={<Unplug aria-hidden />}
      title={t('No worker process is running')}
      role="status"
    >
      <Text size="sm">{t('Nothing is sent until the operator of this service starts a worker:')}</Text>
      <List size="sm" mt={4}>
        <List.Item>
          {rich(
            '<code>npm run worker</code> starts a worker beside a separate API, with the same <code>DATABASE_URL</code>. You can start several workers.',
            { code: <Code /> },
          )}
        </List.Item>
        <List.Item>
          {rich('<code>npm start</code> starts the API and a worker in one process.', {
            code: <Code />,
          })}
        </List.Item>
      </List>
    </Alert>
  )
}
