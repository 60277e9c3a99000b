import { PageHeader } from '../../components/page-header.tsx'

export function OutboxPage() {
  return <PageHeader title="Outbox" />
}
