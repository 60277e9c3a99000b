import { Alert } from '@mantine/core'
import { Info } from 'lucide-react'
import { AnchorLink } from '../../../components/links.tsx'

export function PlanWithoutKeys({ plan }: { plan: string }) {
  return (
    <Alert icon={<Info />} color="yellow" mb="md" title={`The plan ${plan} has no API keys`}>
      Existing API keys are refused until the plan has API keys. Webhook URLs of data tables still work.{' '}
      <AnchorLink to="/usage" inherit underline="always">
        See the plans
      </AnchorLink>
    </Alert>
  )
}
