/**
 * An SQL condition that leaves out test organizations. Their times are those of their own clocks, and none of
 * their messages can have left the service.
 */
export const isReal = (organization: string) =>
  `(select true from test_clocks c where c.organization_id = ${organization}) is null`

/**
 * An SQL condition that leaves out organizations that have moved to another cell, or whose deletion has begun.
 * Nothing more is sent for them in this database, and rows that their jobs need may be deleted already.
 */
export const isStaying = (organization: string) =>
  `not exists (select from departures d where d.organization_id = ${organization} and d.state in ('deleting', 'departed'))`
