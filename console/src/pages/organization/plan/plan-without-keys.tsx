import { Alert } from '@mantine/core'
import { Info } from 'lucide-react'
import { AnchorLink } from '../../../components/links.tsx'

export function PlanWithoutKeys({ plan }: { plan: string }) {
  return (
    <Alert icon={<Info />} color="yellow" mb="md" title={`The plan ${plan} has no API keys`}>
      Keys that exist are refused until the plan has them again. Webhook URLs of data tables go on working.{' '}
      <AnchorLink to="/usage" inherit underline="always">
        See the plans
      </AnchorLink>
    </Alert>
  )
}
