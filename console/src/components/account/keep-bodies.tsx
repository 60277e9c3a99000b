import { Checkbox, type CheckboxProps } from '@mantine/core'
import { t } from '../../languages/text.ts'

/** The choice of a new organization whether its log of messages stores bodies. */
export function KeepBodies(props: CheckboxProps) {
  return (
    <Checkbox
      label={t('Keep the text of sent messages for 30 days')}
      description={t(
        'Stored encrypted, so that you can see what each person received. You can change this later.',
      )}
      {...props}
    />
  )
}
