import { PageHeader } from '../../components/page-header.tsx'

export function WebhookSigningPage() {
  return <PageHeader title="Webhook signing" />
}
