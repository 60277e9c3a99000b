import { Text } from '@mantine/core'
import { AnchorLink } from '../../../../components/links.tsx'

/** Says that the data table has no column that is visible to spinners, and links to the setting. */
export function NoMetadataColumns({ dataTableId }: { dataTableId: string }) {
  return (
    <Text size="sm" c="dimmed">
      No column of the data table is visible to spinners, so steps cannot use any.{' '}
      <AnchorLink
        inherit
        underline="always"
        to="/data-tables/$dataTableId"
        params={{ dataTableId }}
        search={{ tab: 'settings' }}
      >
        Choose the columns visible to spinners
      </AnchorLink>
      .
    </Text>
  )
}
