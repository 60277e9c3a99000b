import { Group, Text } from '@mantine/core'
import { t } from '../languages/text.ts'

/** The name of the product with its logo. */
export function Logo() {
  return (
    <Group gap={10} wrap="nowrap">
      <img src="/favicon.svg" width={28} height={28} alt="" />
      <Text span fw={700} size="lg" lh={1}>
        {t('Spindle')}
      </Text>
    </Group>
  )
}
