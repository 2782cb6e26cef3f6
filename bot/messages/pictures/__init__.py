"""Pictures of hands, tables and results, and the charts: what they show, where everything on them goes, and their pixels."""
