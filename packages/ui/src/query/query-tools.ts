// Loaded with the first query field: only editors need corrections, descriptions and the layout of queries.
export { describeQuery, fixedQuery, formatQuery, queryFixes } from '@tracklens/core/query';
