import { Alert } from '@mantine/core'
import { Info } from 'lucide-react'
import { AnchorLink } from '../../../components/links.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'

export function PlanWithoutKeys({ plan }: { plan: string }) {
  return (
    <Alert icon={<Info />} color="yellow" mb="md" title={t('The plan {plan} has no API keys', { plan })}>
      {rich(
        'Existing API keys are refused until the plan has API keys. Webhook URLs of data tables still work. <link>See the plans</link>',
        {
          link: <AnchorLink to="/usage" inherit underline="always" />,
        },
      )}
    </Alert>
  )
}
