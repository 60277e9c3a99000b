import { PageHeader } from '../../components/page-header.tsx'

export function JobPage() {
  return <PageHeader title="Job" />
}
