import { PageHeader } from '../../components/page-header.tsx'

export function JobsPage() {
  return <PageHeader title="Jobs" />
}
