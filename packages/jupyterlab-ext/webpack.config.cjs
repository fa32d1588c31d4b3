// Merged by jupyter-builder into its own configuration. By default webpack derives the id of the extension's entry from its absolute
// path, so that the same sources gave another file in another checkout.
module.exports = { optimization: { moduleIds: 'natural' } };
