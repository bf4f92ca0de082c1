# Ends with a complaint.
raise ValueError("odd")
