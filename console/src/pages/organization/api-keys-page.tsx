import { PageHeader } from '../../components/page-header.tsx'

export function ApiKeysPage() {
  return <PageHeader title="API keys" />
}
